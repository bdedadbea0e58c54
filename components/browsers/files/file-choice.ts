import { folderOfPath, nameOfPath, pathInFolder } from "@/lib/bff/instance-path";

/** The selection in a folder: by name, because its row changes with every added or removed file. */
export interface FileChoice {
  readonly name: string;
  /** Its last known row. */
  readonly at: number;
}

/** The selection after a refresh: the first entry by default. A removed entry stays selected, so that an
 *  action never applies to the entry that took its row. */
export function refreshedChoice(
  names: readonly string[],
  choice: FileChoice | undefined,
): FileChoice | undefined {
  const [first] = names;
  if (choice === undefined) return first === undefined ? undefined : { name: first, at: 0 };
  const at = names.indexOf(choice.name);
  return at === -1 || at === choice.at ? choice : { ...choice, at };
}

/** The selection after a move: it follows the entry if that is still in the folder. */
export function movedChoice(
  choice: FileChoice | undefined,
  folder: string,
  move: { readonly from: string; readonly to: string },
): FileChoice | undefined {
  if (choice === undefined || pathInFolder(folder, choice.name) !== move.from) return choice;
  return folderOfPath(move.to) === folder ? { ...choice, name: nameOfPath(move.to) } : choice;
}

/** The row a key moves to; undefined for other keys. If the selected entry is gone, the entry in its row
 *  is the next one. */
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
