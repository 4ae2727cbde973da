import WINDOWS_ZONES from "cldr-core/supplemental/windowsZones.json" with { type: "json" };

/**
 * The English names of Windows' zones for people, without the offset before them, and other names that Windows or its
 * programs have for them, now or formerly; from Microsoft's "Default Time Zones", "Microsoft Time Zone Index Values" and
 * the time zone updates of 2016 to 2026. A zone of IANA's stands where `cldr-core` does not have Windows' zone yet.
 */
export const WINDOWS_NAMES = `
Dateline Standard Time = International Date Line West
UTC-11 = Coordinated Universal Time-11 | Midway Island, Samoa
Aleutian Standard Time = Aleutian Islands
Hawaiian Standard Time = Hawaii
Marquesas Standard Time = Marquesas Islands
Alaskan Standard Time = Alaska
UTC-09 = Coordinated Universal Time-09
Pacific Standard Time (Mexico) = Baja California | Tijuana, Baja California
UTC-08 = Coordinated Universal Time-08
Pacific Standard Time = Pacific Time (US & Canada) | Pacific Time | Pacific Time (US & Canada); Tijuana
America/Vancouver = British Columbia Standard Time | British Columbia
US Mountain Standard Time = Arizona
Mountain Standard Time (Mexico) = Chihuahua, La Paz, Mazatlan | La Paz, Mazatlan | Mexico Standard Time 2
Mountain Standard Time = Mountain Time (US & Canada) | Mountain Time
America/Edmonton = Alberta Standard Time | Alberta
Yukon Standard Time = Yukon
Central America Standard Time = Central America
Central Standard Time = Central Time (US & Canada) | Central Time
America/Winnipeg = Manitoba Standard Time | Manitoba
Easter Island Standard Time = Easter Island
Central Standard Time (Mexico) = Guadalajara, Mexico City, Monterrey | Mexico Standard Time
Canada Central Standard Time = Saskatchewan
SA Pacific Standard Time = Bogota, Lima, Quito, Rio Branco | Bogota, Lima, Quito
Eastern Standard Time (Mexico) = Chetumal
Eastern Standard Time = Eastern Time (US & Canada) | Eastern Time
Haiti Standard Time = Haiti
Cuba Standard Time = Havana
US Eastern Standard Time = Indiana (East)
Turks And Caicos Standard Time = Turks and Caicos
Paraguay Standard Time = Asuncion
Atlantic Standard Time = Atlantic Time (Canada) | Atlantic Time
Venezuela Standard Time = Caracas
Central Brazilian Standard Time = Cuiaba
SA Western Standard Time = Georgetown, La Paz, Manaus, San Juan | Caracas, La Paz
Pacific SA Standard Time = Santiago
Newfoundland Standard Time = Newfoundland | Newfoundland and Labrador
Tocantins Standard Time = Araguaina
E. South America Standard Time = Brasilia
SA Eastern Standard Time = Cayenne, Fortaleza | Buenos Aires, Georgetown
Argentina Standard Time = City of Buenos Aires | Buenos Aires
Greenland Standard Time = Greenland
Montevideo Standard Time = Montevideo
Magallanes Standard Time = Punta Arenas
Saint Pierre Standard Time = Saint Pierre and Miquelon
Bahia Standard Time = Salvador
UTC-02 = Coordinated Universal Time-02
Azores Standard Time = Azores
Cape Verde Standard Time = Cabo Verde Is. | Cape Verde Is. | Cape Verde Islands | Cabo Verde Standard Time
UTC = Coordinated Universal Time | Universal Coordinated Time
GMT Standard Time = Dublin, Edinburgh, Lisbon, London | Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London
Greenwich Standard Time = Monrovia, Reykjavik | Casablanca, Monrovia
Sao Tome Standard Time = Sao Tome
Morocco Standard Time = Casablanca
W. Europe Standard Time = Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
Central Europe Standard Time = Belgrade, Bratislava, Budapest, Ljubljana, Prague
Romance Standard Time = Brussels, Copenhagen, Madrid, Paris
Central European Standard Time = Sarajevo, Skopje, Warsaw, Zagreb | Sarajevo, Warsaw, Zagreb
W. Central Africa Standard Time = West Central Africa
GTB Standard Time = Athens, Bucharest | Athens, Bucharest, Istanbul | Athens, Istanbul, Minsk
Middle East Standard Time = Beirut
Egypt Standard Time = Cairo
E. Europe Standard Time = Chisinau
Syria Standard Time = Damascus
West Bank Standard Time = Gaza, Hebron | West Bank Gaza Standard Time
South Africa Standard Time = Harare, Pretoria
FLE Standard Time = Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius
Israel Standard Time = Jerusalem | Jerusalem Standard Time
South Sudan Standard Time = Juba
Kaliningrad Standard Time = Kaliningrad | Russia TZ 1 Standard Time
Sudan Standard Time = Khartoum
Libya Standard Time = Tripoli
Namibia Standard Time = Windhoek
Jordan Standard Time = Amman
Arabic Standard Time = Baghdad
Turkey Standard Time = Istanbul
Arab Standard Time = Kuwait, Riyadh
Belarus Standard Time = Minsk
Russian Standard Time = Moscow, St. Petersburg | Moscow, St. Petersburg, Volgograd | Russia TZ 2 Standard Time
E. Africa Standard Time = Nairobi
Volgograd Standard Time = Volgograd
Iran Standard Time = Tehran
Arabian Standard Time = Abu Dhabi, Muscat
Astrakhan Standard Time = Astrakhan, Ulyanovsk
Azerbaijan Standard Time = Baku
Russia Time Zone 3 = Izhevsk, Samara | Russia TZ 3 Standard Time
Mauritius Standard Time = Port Louis
Saratov Standard Time = Saratov
Georgian Standard Time = Tbilisi
Caucasus Standard Time = Yerevan | Baku, Tbilisi, Yerevan | Armenian Standard Time
Afghanistan Standard Time = Kabul
West Asia Standard Time = Ashgabat, Tashkent | Islamabad, Karachi, Tashkent
Qyzylorda Standard Time = Qyzylorda | Astana
Ekaterinburg Standard Time = Ekaterinburg | Russia TZ 4 Standard Time
Pakistan Standard Time = Islamabad, Karachi
India Standard Time = Chennai, Kolkata, Mumbai, New Delhi
Sri Lanka Standard Time = Sri Jayawardenepura
Nepal Standard Time = Kathmandu
Central Asia Standard Time = Bishkek
Bangladesh Standard Time = Dhaka
Omsk Standard Time = Omsk
Myanmar Standard Time = Yangon (Rangoon)
SE Asia Standard Time = Bangkok, Hanoi, Jakarta
Altai Standard Time = Barnaul, Gorno-Altaysk
W. Mongolia Standard Time = Hovd
North Asia Standard Time = Krasnoyarsk | Russia TZ 6 Standard Time
N. Central Asia Standard Time = Novosibirsk | Novosibirsk Standard Time
Tomsk Standard Time = Tomsk
China Standard Time = Beijing, Chongqing, Hong Kong, Urumqi | Beijing, Chongqing, Hong Kong SAR, Urumqi
North Asia East Standard Time = Irkutsk | Irkutsk, Ulaan Bataar | Russia TZ 7 Standard Time
Singapore Standard Time = Kuala Lumpur, Singapore | Malay Peninsula Standard Time
W. Australia Standard Time = Perth
Taipei Standard Time = Taipei
Ulaanbaatar Standard Time = Ulaanbaatar
Aus Central W. Standard Time = Eucla
Transbaikal Standard Time = Chita
Tokyo Standard Time = Osaka, Sapporo, Tokyo
North Korea Standard Time = Pyongyang
Korea Standard Time = Seoul
Yakutsk Standard Time = Yakutsk | Russia TZ 8 Standard Time
Cen. Australia Standard Time = Adelaide
AUS Central Standard Time = Darwin
E. Australia Standard Time = Brisbane
AUS Eastern Standard Time = Canberra, Melbourne, Sydney
West Pacific Standard Time = Guam, Port Moresby
Tasmania Standard Time = Hobart
Vladivostok Standard Time = Vladivostok | Russia TZ 9 Standard Time
Lord Howe Standard Time = Lord Howe Island
Bougainville Standard Time = Bougainville Island
Russia Time Zone 10 = Chokurdakh | Russia TZ 10 Standard Time
Magadan Standard Time = Magadan
Norfolk Standard Time = Norfolk Island
Sakhalin Standard Time = Sakhalin
Central Pacific Standard Time = Solomon Is., New Caledonia | Magadan, Solomon Is., New Caledonia
Russia Time Zone 11 = Anadyr, Petropavlovsk-Kamchatsky | Russia TZ 11 Standard Time | Kamchatka Standard Time
New Zealand Standard Time = Auckland, Wellington
UTC+12 = Coordinated Universal Time+12
Fiji Standard Time = Fiji | Fiji, Kamchatka, Marshall Is.
Chatham Islands Standard Time = Chatham Islands
UTC+13 = Coordinated Universal Time+13
Tonga Standard Time = Nuku'alofa
Samoa Standard Time = Samoa
Line Islands Standard Time = Kiritimati Island
`;

/** Returns a name as programs write it in many ways, in one: small letters, and the same signs between its parts. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}.'’]/gu, "")
    .replace(/_/g, " ")
    .replace(/ and /g, " & ")
    .replace(/\s*[,;:/]\s*|\s+-\s+/g, ", ")
    .replace(/co-ordinated/g, "coordinated")
    .replace(/\s+/g, " ")
    .trim();

const BY_ID = new Map(
  WINDOWS_ZONES.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === "001")
    .map(({ mapZone }) => [plainName(mapZone._other), mapZone._type]),
);

const BY_NAME = new Map(
  WINDOWS_NAMES.trim()
    .split("\n")
    .flatMap((row) => {
      const [zone = "", names = ""] = row.split(" = ");
      const timeZone = BY_ID.get(plainName(zone)) ?? zone;
      return names.split(" | ").map((name) => [plainName(name), timeZone] as const);
    }),
);

/** Returns the IANA zone that Windows means by a plain name: an identifier, or an English name. */
export const windowsZone = (plain: string): string | null => {
  const standard = plain.replace(/ daylight time\b/, " standard time");
  return BY_ID.get(standard) ?? BY_NAME.get(standard) ?? null;
};
