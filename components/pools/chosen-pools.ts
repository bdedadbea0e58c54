// Which pools are compared, as the address has it. Pure.

/** The ids that `compare` of the address names, each once, and those of them that no pool shown has. */
export function chosenToCompare(
  compare: string,
  shown: readonly { id: string }[],
): { chosen: readonly string[]; notShown: readonly string[] } {
  const chosen = [...new Set(compare.split(",").filter((id) => id !== ""))];
  const ids = new Set(shown.map(({ id }) => id));
  return { chosen, notShown: chosen.filter((id) => !ids.has(id)) };
}
