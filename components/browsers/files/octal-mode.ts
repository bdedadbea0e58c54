/** The permissions of `-rw-r--r--` as octal digits, `644`; undefined for another form. */
export function octalModeOf(mode: string): string | undefined {
  const [, bits] = /^.([r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-])$/.exec(mode) ?? [];
  if (bits === undefined) return undefined;
  const digits = [0, 3, 6].map((at) =>
    [...bits.slice(at, at + 3)].reduce((sum, bit, place) => sum + (/[-ST]/.test(bit) ? 0 : 4 >> place), 0),
  );
  return digits.join("");
}
