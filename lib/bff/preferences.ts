// An operator's preferences, stored on the server and shared by all machines they sign in on.
import * as z from "zod/mini";
import { fieldMessages } from "./field-messages.ts";

/** Each value is opaque text, parsed leniently by the module that writes it. */
export const preferenceNames = [
  "log-highlights",
  "log-pane",
  "processes",
  "recent-pages",
  "workbench",
] as const;
export const preferenceName = z.enum(preferenceNames);
export type PreferenceName = z.infer<typeof preferenceName>;

const preferenceMaxLength = 32_768;

/** Body of PUT /api/preferences/{name}. */
export const preferenceUpdate = z.object({
  value: z
    .string()
    .check(z.maxLength(preferenceMaxLength, fieldMessages.atMostCharacters(preferenceMaxLength))),
});

/** One operator's preferences; absent ones were never set. */
export type Preferences = Readonly<Partial<Record<PreferenceName, string>>>;
