import type { Texts } from "./english.ts";

export const SPANISH: Texts = {
  shell: {
    title: "Su cita",
    blocked:
      "Esta página necesita JavaScript y una conexión. Sin ellos, llame por favor al bufete, que concertará la cita con usted.",
  },
  title: "{heading} – {firm}",
  loading: "Un momento…",
  personal: "Esta página es solo para usted: quien tenga su dirección puede ver la cita.",
  personalUntil:
    "Esta página es solo para usted: quien tenga su dirección puede cambiar la cita. La dirección funciona hasta el {date}.",
  contact: "Puede llamar a {firm}: {number}",
  meeting: {
    duration: { one: "{count} minuto", other: "{count} minutos" },
    attorney: "con {name}",
    anyAttorney: "con uno de nuestros abogados o abogadas",
  },
  book: {
    heading: "Elija una hora, {name}",
    submit: "Reservar esta hora",
    submitting: "Se está reservando su cita.",
  },
  move: {
    heading: "Elija otra hora",
    current: "Su cita es el {date}. Se mantiene si no elige otra hora.",
    submit: "Cambiar a esta hora",
    submitting: "Se está cambiando su cita.",
    back: "Mantener la hora actual",
  },
  days: {
    legend: "Día",
    earlier: "Antes",
    later: "Después",
    free: { one: "{day}, {count} hora libre", other: "{day}, {count} horas libres" },
    found: {
      one: "Hay horas libres en {count} día, del {first} al {last}.",
      other: "Hay horas libres en {count} días, del {first} al {last}.",
    },
    none: "No hay ninguna hora libre del {first} al {last}.",
    noneHint: "Mire días posteriores o llame al bufete: puede que tenga horas que aquí no aparecen.",
  },
  times: {
    legend: "Hora del {day}",
    morning: "Mañana",
    afternoon: "Tarde",
    evening: "Noche",
    zone: "Las horas están en su zona horaria: {zone}.",
    zones:
      "Las horas están en su zona horaria: {zone}. Las más pequeñas son las del abogado o abogada: {other}.",
    firmZones: "Las horas están en su zona horaria: {zone}. Las más pequeñas son las del bufete: {other}.",
    missing: "Todavía no ha elegido una hora.",
  },
  taken: {
    heading: "Esa hora se acaba de ocupar",
    text: "La cita del {date} ya no se puede reservar. Nada más ha cambiado; estas horas están libres ahora.",
  },
  missed: {
    heading: "No se ha reservado ni cambiado nada",
    text: "No llegó respuesta, así que esta página volvió a preguntar: todo sigue como estaba. Inténtelo otra vez, por favor.",
  },
  appointment: {
    heading: "Su cita",
    booked: "Su cita está reservada",
    moved: "Su cita se ha cambiado",
    canceled: "Su cita está cancelada",
    canceledHint: "Si necesita otra cita, llame por favor al bufete.",
    completed: "Su cita ya ha tenido lugar",
    running: "Su cita es ahora",
    passed: "La hora de su cita ya ha pasado",
    other: "Este enlace ya se usó para la cita de abajo. Solo sirve para una reserva.",
    changed: "La cita ha cambiado entretanto. Así está ahora.",
    notAllowed: "Eso ya no se puede hacer aquí. No se ha cambiado nada.",
    unread: "No se pudo cargar lo que todavía puede cambiar aquí.",
    attorneyTime: "Para el abogado o abogada, la hora es {time}, {zone}.",
    calendar: "Añadir a su calendario",
    calendarAgain: "Actualizar su calendario",
    calendarFailed: "No se pudo obtener el archivo de calendario. Inténtelo otra vez, por favor.",
    fileName: "cita.ics",
    move: "Elegir otra hora",
    cancel: "Cancelar la cita",
    moveUntil: "Puede cambiarla aquí hasta el {date}.",
    cancelUntil: "Puede cancelarla aquí hasta el {date}.",
    changeUntil: "Puede cambiarla o cancelarla aquí hasta el {date}.",
    movesLeft: { one: "Puede cambiarla una vez más.", other: "Puede cambiarla {count} veces más." },
    noMovesLeft: "Se ha cambiado tantas veces como permite aquí el bufete.",
    fixed: "Ya no se puede cambiar aquí. Si no puede acudir, llame por favor al bufete.",
  },
  cancel: {
    heading: "¿Cancelar la cita?",
    text: "La hora del {date} quedará libre para otras personas.",
    confirm: "Sí, cancelarla",
    back: "No, mantenerla",
    submitting: "Se está cancelando su cita.",
  },
  disabled: {
    heading: "Ahora no se puede reservar nada aquí",
    text: "El bufete no acepta citas en esta página por el momento. Llame por favor al bufete.",
  },
  ended: {
    heading: "Este enlace no funciona",
    text: "Puede que haya caducado o que no se haya copiado entero. Ábralo otra vez desde el mensaje del bufete, o pida al bufete uno nuevo.",
  },
  offline: {
    heading: "Sin conexión",
    text: "No se puede acceder al servicio de reservas. Compruebe su conexión, por favor.",
    again: "Esta página lo intentará de nuevo cuando vuelva la conexión.",
  },
  rateLimited: {
    heading: "Ha ido un poco deprisa",
    text: "Se ha consultado la página demasiadas veces en un minuto. Espere un momento e inténtelo otra vez, por favor.",
  },
  fault: {
    heading: "Algo ha fallado por nuestra parte",
    text: "No es culpa suya y no se ha perdido nada. Inténtelo otra vez en un momento, por favor.",
    reference: "Si nos llama por esto: {id}",
  },
  unsureEnd: {
    heading: "No sabemos si ha funcionado",
    text: "Este enlace ya no funciona, y antes no llegó ninguna respuesta. Pregunte por favor al bufete antes de hacer otra cosa.",
  },
  unknown: {
    heading: "Todavía no sabemos si ha funcionado",
    text: "No ha llegado respuesta. Esta página sigue preguntando: déjela abierta, por favor. Nada se reserva dos veces.",
    fault:
      "Algo ha fallado por nuestra parte. Esta página sigue preguntando: déjela abierta, por favor. Nada se reserva dos veces.",
    seen: "La última vez que esta página lo comprobó, su cita era el {date}.",
    asking: "Se vuelve a preguntar.",
    retry: "Preguntar otra vez",
  },
  retry: "Intentar otra vez",
};
