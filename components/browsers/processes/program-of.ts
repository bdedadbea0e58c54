const maxChars = 40;

/** Variables that a shell command begins with: their values may be secret. */
const assignments = /^(?:\w+=(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s"'\\])*(?:\s+|$))+/s;

/** The program that a shell command starts, without the variables that are set for it; empty if there is none. */
export const programOf = (command: string): string =>
  (/^[^\s=]*/.exec(command.trim().replace(assignments, ""))?.[0] ?? "").slice(0, maxChars);
