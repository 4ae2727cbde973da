export const KILOBYTE = 1_024;
export const MEGABYTE = KILOBYTE ** 2;
export const GIGABYTE = KILOBYTE ** 3;
export const SECONDS_PER_HOUR = 3_600;
export const HOURS_PER_DAY = 24;
export const SECONDS_PER_DAY = HOURS_PER_DAY * SECONDS_PER_HOUR;
