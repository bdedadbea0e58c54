// Texts of the options of a browser, of what is loaded on demand.

export const browserOptionFieldsTexts = {
  proxy: "Proxy",
  emptyNoProxy: "Empty: no proxy.",
  unknownProxyHint: "This id is not in the list of proxies. The API will check it.",
  profile: "Profile",
  profileHint: "Empty: each browser starts without cookies.",
  saveToProfile: "Save changes to the profile when the browser ends",
  headless: "Headless: no window, no live view",
  stealth: "Stealth: hides signs of automation",
  kiosk: "Kiosk: no address bar or tabs",
  moreSettings: "More settings",
  timeoutInSeconds: "Timeout in seconds",
  window: "Window",
  defaultOfTheApi: "Default of the API",
  secondsRange: ({ min, max }: { min: number; max: number }) => `${min} to ${max}`,
} as const;

/** By the API's categories of telemetry. */
export const captureTexts = {
  capture: "Capture",
  captureHint: "What is captured is shown in the panes Network, Console and Activity.",
  categories: {
    network: "Network requests",
    console: "Console messages",
    page: "Page loads and navigation",
    interaction: "Clicks, keys and scrolling",
    screenshot: "Screenshots",
    control: "API calls",
    connection: "Connections of clients",
    system: "Crashes",
    captcha: "Captchas",
  },
} as const;

export const browserOptionsTexts = {
  tooManyExtensions: (extensionsPerBrowser: number) => `Choose up to ${extensionsPerBrowser} extensions.`,
} as const;

export const extensionPickerTexts = {
  extensions: "Extensions",
  extensionsHint: "Stored extensions, by name or id. Press Enter to add one.",
  chosenExtensions: "Chosen extensions",
  remove: (name: string) => `Remove ${name}`,
} as const;
