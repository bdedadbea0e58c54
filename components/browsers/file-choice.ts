import { folderOfPath, nameOfPath, pathInFolder } from "@/lib/bff/instance-path";

/** What is chosen in a folder: by its name, for its row moves with every file that comes or goes. */
export interface FileChoice {
  readonly name: string;
  /** The row where it was last seen. */
  readonly at: number;
}

/** The choice after the folder was read: its first thing until one is chosen. What is gone stays the choice, so that
 *  what moved up into its row is not acted on in its place. */
export function heldChoice(names: readonly string[], choice: FileChoice | undefined): FileChoice | undefined {
  const [first] = names;
  if (choice === undefined) return first === undefined ? undefined : { name: first, at: 0 };
  const at = names.indexOf(choice.name);
  return at === -1 || at === choice.at ? choice : { ...choice, at };
}

/** The choice after something was moved: it goes along where what was moved is still in the folder. */
export function movedChoice(
  choice: FileChoice | undefined,
  folder: string,
  move: { readonly from: string; readonly to: string },
): FileChoice | undefined {
  if (choice === undefined || pathInFolder(folder, choice.name) !== move.from) return choice;
  return folderOfPath(move.to) === folder ? { ...choice, name: nameOfPath(move.to) } : choice;
}

/** The row that a key leads to; undefined for a key that does not walk. Where what was chosen is gone, the row that
 *  took its place is the next one. */
export function rowAfter(
  key: string,
  { at, isThere, count }: { at: number; isThere: boolean; count: number },
): number | undefined {
  const below = isThere ? at : at - 1;
  const to = {
    ArrowDown: below + 1,
    ArrowUp: at - 1,
    PageDown: below + 10,
    PageUp: at - 10,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
