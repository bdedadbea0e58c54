import { UserError } from "./user-error.mjs";

/**
 * Refuses the arguments of a program that takes none but `known` ones: they would be ignored.
 * @param {readonly string[]} given
 * @param {{ who: string, instead: string, known?: readonly string[] }} command `who`: the program as the subject of the
 *   message; `instead`: a sentence with what to do instead
 * @throws UserError that names the first argument that is not known
 */
export function refuseArguments(given, { who, instead, known = [] }) {
  const other = given.find((argument) => !known.includes(argument));
  if (other !== undefined) throw new UserError(`${who} takes no arguments (${other}). ${instead}`);
}
