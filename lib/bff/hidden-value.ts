/** What the dashboard shows in place of a secret, in texts and values alike. */
export const hiddenValue = "[redacted]";

/** Whether a text has lost a secret, so that it is not what the API has. */
export const hasHiddenValue = (text: string): boolean => text.includes(hiddenValue);
