import type { Texts } from "./english.ts";

export const FRENCH: Texts = {
  shell: {
    title: "Votre rendez-vous",
    blocked:
      "Cette page a besoin de JavaScript et d’une connexion. À défaut, veuillez appeler le cabinet, qui fixera le rendez-vous avec vous.",
  },
  title: "{heading} – {firm}",
  loading: "Un instant…",
  personal: "Cette page vous est réservée : quiconque a son adresse peut voir le rendez-vous.",
  personalUntil:
    "Cette page vous est réservée : quiconque a son adresse peut modifier le rendez-vous. L’adresse est valable jusqu’au {date}.",
  contact: "Vous pouvez appeler {firm} : {number}",
  meeting: {
    duration: { one: "{count} minute", other: "{count} minutes" },
    attorney: "avec {name}",
    anyAttorney: "avec l’un de nos avocats",
  },
  book: {
    heading: "Choisissez une heure, {name}",
    submit: "Réserver cette heure",
    submitting: "Réservation de votre rendez-vous.",
  },
  move: {
    heading: "Choisissez une autre heure",
    current:
      "Votre rendez-vous est fixé au {date}. Il est maintenu si vous ne choisissez pas une autre heure.",
    submit: "Déplacer à cette heure",
    submitting: "Déplacement de votre rendez-vous.",
    back: "Garder l’heure actuelle",
  },
  days: {
    legend: "Jour",
    earlier: "Avant",
    later: "Après",
    free: { one: "{day}, {count} horaire libre", other: "{day}, {count} horaires libres" },
    busy: "{day}, aucun horaire libre",
    found: {
      one: "Il y a des horaires libres sur {count} jour, du {first} au {last}.",
      other: "Il y a des horaires libres sur {count} jours, du {first} au {last}.",
    },
    none: "Aucun horaire n’est libre du {first} au {last}.",
    noneHint:
      "Regardez les jours suivants, ou appelez le cabinet : il a peut-être des horaires qui ne figurent pas ici.",
  },
  times: {
    legend: "Heure du {day}",
    morning: "Matin",
    afternoon: "Après-midi",
    evening: "Soir",
    zoneLabel: "Fuseau horaire",
    zone: "Fuseau horaire : {zone}.",
    zones: "Fuseau horaire : {zone}. Les heures plus petites sont celles de l’avocat : {other}.",
    firmZones: "Fuseau horaire : {zone}. Les heures plus petites sont celles du cabinet : {other}.",
    missing: "Aucune heure choisie.",
    chosen: "Votre choix",
    back: "Retour",
    nextDay: "{time} (le lendemain)",
    previousDay: "{time} (la veille)",
  },
  taken: {
    heading: "Cet horaire vient d’être pris",
    text: "Le rendez-vous du {date} ne peut plus être réservé. Rien d’autre n’a changé ; ces horaires sont libres maintenant.",
    none: "Le rendez-vous du {date} ne peut plus être réservé. Rien d’autre n’a changé.",
  },
  missed: {
    heading: "Rien n’a été réservé ni modifié",
    text: "Aucune réponse n’est arrivée, cette page a donc demandé de nouveau : tout est comme avant. Veuillez réessayer.",
  },
  appointment: {
    heading: "Votre rendez-vous",
    booked: "Votre rendez-vous est réservé",
    moved: "Votre rendez-vous est déplacé",
    canceled: "Votre rendez-vous est annulé",
    canceledHint: "S’il vous faut un autre rendez-vous, veuillez appeler le cabinet.",
    completed: "Votre rendez-vous a eu lieu",
    running: "Votre rendez-vous est en cours",
    passed: "L’heure de votre rendez-vous est passée",
    other: "Ce lien a déjà servi pour le rendez-vous ci-dessous. Il ne permet qu’une réservation.",
    changed: "Le rendez-vous a changé entre-temps. Le voici tel qu’il est maintenant.",
    notAllowed: "Ce n’est plus possible ici. Rien n’a été modifié.",
    unread: "Ce que vous pouvez encore modifier ici n’a pas pu être chargé.",
    attorneyTime: "Pour l’avocat, il sera {time}, {zone}.",
    move: "Choisir une autre heure",
    cancel: "Annuler le rendez-vous",
    moveUntil: "Vous pouvez le déplacer ici jusqu’au {date}.",
    cancelUntil: "Vous pouvez l’annuler ici jusqu’au {date}.",
    changeUntil: "Vous pouvez le déplacer ou l’annuler ici jusqu’au {date}.",
    movesLeft: {
      one: "Vous pouvez le déplacer encore une fois.",
      other: "Vous pouvez le déplacer encore {count} fois.",
    },
    notMovable: "Il ne peut pas être déplacé ici. Pour une autre heure, veuillez appeler le cabinet.",
    fixed: "Il ne peut plus être modifié ici. Si vous ne pouvez pas venir, veuillez appeler le cabinet.",
  },
  calendar: {
    heading: "Ajouter à votre agenda",
    google: "Google Agenda",
    outlook: "Outlook",
    file: "Fichier d’agenda (.ics)",
    update: "Mettre à jour votre agenda",
    failed: "Le fichier d’agenda n’a pas pu être obtenu. Veuillez réessayer.",
    fileName: "rendez-vous.ics",
  },
  cancel: {
    heading: "Annuler le rendez-vous ?",
    text: "L’horaire du {date} sera libre pour d’autres.",
    confirm: "Oui, l’annuler",
    back: "Non, le garder",
    submitting: "Annulation de votre rendez-vous.",
  },
  disabled: {
    heading: "Rien ne peut être réservé ici pour le moment",
    text: "Le cabinet ne prend pas de rendez-vous sur cette page en ce moment. Veuillez appeler le cabinet.",
  },
  ended: {
    heading: "Ce lien ne fonctionne pas",
    text: "Il a peut-être expiré, ou il n’a pas été copié en entier. Veuillez l’ouvrir de nouveau depuis le message du cabinet, ou en demander un nouveau au cabinet.",
  },
  offline: {
    heading: "Pas de connexion",
    text: "Le service de réservation est injoignable. Veuillez vérifier votre connexion.",
    again: "Cette page réessaie d’elle-même dès que la connexion revient.",
    unsent:
      "Rien n’a encore été envoyé. Veuillez laisser cette page ouverte : elle réessaie d’elle-même pendant une minute.",
  },
  rateLimited: {
    heading: "C’était un peu trop rapide",
    text: "La page a été consultée trop souvent en une minute. Veuillez patienter un instant, puis réessayer.",
  },
  fault: {
    heading: "Une erreur s’est produite de notre côté",
    text: "Vous n’y êtes pour rien, et rien n’est perdu. Veuillez réessayer dans un instant.",
    reference: "Si vous nous appelez à ce sujet : {id}",
  },
  unsureEnd: {
    heading: "Nous ne savons pas si cela a fonctionné",
    text: "Ce lien ne fonctionne plus, et aucune réponse n’est arrivée avant. Veuillez demander au cabinet avant de faire autre chose.",
  },
  unknown: {
    heading: "Nous ne savons pas encore si cela a fonctionné",
    text: "Aucune réponse n’est arrivée. Cette page continue de demander : veuillez la laisser ouverte. Rien n’est réservé deux fois.",
    fault:
      "Une erreur s’est produite de notre côté. Cette page continue de demander : veuillez la laisser ouverte. Rien n’est réservé deux fois.",
    seen: "Lorsque cette page a regardé la dernière fois, votre rendez-vous était fixé au {date}.",
    asking: "Nouvelle demande.",
    retry: "Demander de nouveau",
  },
  retry: "Réessayer",
};
