import * as z from "zod/mini";
import { fieldMessages } from "./field-messages.ts";

/** The text of a note of several lines: no control characters but line ends and tabs. PostgreSQL stores no NUL. */
export const noteLines = z.regex(/^(?:\P{Cc}|[\n\r\t])*$/u, fieldMessages.noControlCharactersInLines);
