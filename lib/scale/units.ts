export const GIGABYTE = 1024 ** 3;
export const SECONDS_PER_DAY = 86_400;
