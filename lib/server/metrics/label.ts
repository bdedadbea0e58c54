import { redact } from "../kernel/redact.ts";

const mostCharacters = 100;

/** A name of the fleet as the value of a label. */
export const labelOf = (name: string): string => redact(name).slice(0, mostCharacters);
