/** How tests start Chromium: without a sandbox it may run as root, and nothing of it asks for the outside. */
export const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];
