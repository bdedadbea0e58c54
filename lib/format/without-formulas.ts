// Texts of a CSV that a spreadsheet would run (T42).

const signs = "=+\\-@\\uff1d\\uff0b\\uff0d\\uff20";
/** A negative number is none. */
const atStart = new RegExp(`^(?!-\\d+(\\.\\d+)?(e[+-]?\\d+)?$)(?=[${signs}\\t\\r\\n])`, "i");
/** Where a spreadsheet that separates by semicolons or tabs begins a cell: to it, quotes within the cell are text. */
const within = new RegExp(`(?<=[;\\t\\r\\n])(?="*[${signs}])`, "g");

/** The text of a cell, with an apostrophe before each formula. */
export const withoutFormulas = (text: string): string => text.replace(within, "'").replace(atStart, "'");
