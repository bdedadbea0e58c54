// Texts of the JSON editor.

export const jsonEditorTexts = {
  thereIsNothingToFormat: "There is nothing to format.",
  correctTheJsonFirst: "Correct the JSON first.",
  format: "Format",
  sizeOfMost: ({ size, most }: { size: string; most: string }) => `${size} of ${most}`,
  lineColumn: ({ line, column, message }: { line: number; column: number; message: string }) =>
    `Line ${line}, column ${column}: ${message}`,
  leaveEditorHint: "Press Esc, then Tab, to leave the editor.",
} as const;

export const jsonFaultTexts = {
  aValue: "a value",
  aKeyInDoubleQuotes: "a key in double quotes",
  aColonAfterTheKey: "a colon after the key",
  commaOrBrace: "a comma or }",
  commaOrBracket: "a comma or ]",
  nothingMore: "nothing more",
  theClosingQuoteIsMissing: "The closing quote is missing",
  unknownEscapeSequence: "Unknown escape sequence",
  escapeLineBreaks: "Write a line break as \\n and a tab as \\t inside quotes",
  expected: (expectedLabels: string, closing: string) => `Expected ${expectedLabels}${closing}`,
  butTheTextEnds: (message: string) => `${message}, but the text ends`,
  useDoubleQuotes: "Use double quotes",
  removeCommaBeforeBrace: "Remove the comma before }",
  removeCommaBeforeBracket: "Remove the comma before ]",
  thisIsNotJson: "This is not JSON",
  found: (message: string, found: string) => `${message}, found ${found}`,
} as const;
