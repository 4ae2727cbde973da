const LIGHT = {
  "bg-color": "#ffffff",
  "header-bg-color": "#ffffff",
  "text-color": "#1f2933",
  "header-color": "#1f2933",
  "primary-color": "#1f5fa8",
  "secondary-color": "#1f5fa8",
  "nav-bg-color": "#f1f4f7",
  "nav-text-color": "#33404d",
  "nav-hover-bg-color": "#e2e8ee",
  "nav-hover-text-color": "#1f2933",
};

const DARK: typeof LIGHT = {
  "bg-color": "#16191d",
  "header-bg-color": "#16191d",
  "text-color": "#e4e9ee",
  "header-color": "#ffffff",
  "primary-color": "#7db7f5",
  "secondary-color": "#7db7f5",
  "nav-bg-color": "#1d2733",
  "nav-text-color": "#e4e9ee",
  "nav-hover-bg-color": "#2d3b4c",
  "nav-hover-text-color": "#ffffff",
};

/** The colours of the reference page, as attributes of the explorer. */
export const themeOf = (isDark: boolean) => (isDark ? DARK : LIGHT);
