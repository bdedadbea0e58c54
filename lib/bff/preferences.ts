// What an operator prefers, kept for them by the dashboard: the same on every machine they sign in on.
import * as z from "zod/mini";

/** Each is a text that the room which wrote it reads again, leniently. */
export const preferenceNames = ["log-pane", "processes", "workbench"] as const;
export const preferenceName = z.enum(preferenceNames);
export type PreferenceName = z.infer<typeof preferenceName>;

export const preferenceMaxLength = 32_768;

/** Body of PUT /api/preferences/{name}. */
export const preferenceUpdate = z.object({
  value: z
    .string()
    .check(z.maxLength(preferenceMaxLength, `has more than ${preferenceMaxLength} characters`)),
});

/** All that one operator prefers, as far as they ever chose. */
export type Preferences = Readonly<Partial<Record<PreferenceName, string>>>;
