// Accounts on the command line, for those who cannot sign in. Each act is audited as done by `command line`.
import { randomUUID } from "node:crypto";
import { type Account, accountCreate, oneTimeHours } from "../../bff/accounts.ts";
import { role, roles } from "../../bff/roles.ts";
import { runAct } from "../audit/run-act.ts";
import { isNewestRowOwn } from "../audit/verify-audit.ts";
import type { Database } from "../db/database.ts";
import {
  createAccount,
  listAccounts,
  requireUser,
  resetAccount,
  summarizeUpdate,
  updateAccount,
} from "./accounts.ts";
import { findUser } from "./users.ts";

/** A mistake in the arguments or in the environment; the message says what to do. */
class UsageError extends Error {
  override readonly name = "UsageError";
}

const accountsUsage = `Usage: npm run accounts -- COMMAND, in a container: fleetdeck accounts COMMAND
  list               all accounts
  add NAME ROLE      creates an account and prints its one-time password
  reset NAME         prints a new one-time password and ends the account's sign-ins
  role NAME ROLE     changes a role: ${roles.join(", ")}
  enable NAME        lets a disabled account sign in again
  disable NAME       ends its sign-ins and refuses new ones`;

async function audited<T>(db: Database, action: string, target: string, work: () => Promise<T>): Promise<T> {
  if (!(await isNewestRowOwn(db)))
    throw new UsageError(
      "Nothing was changed: the newest row of the audit was signed with another key. Set AUDIT_KEY or NEXTAUTH_SECRET as for the dashboard.",
    );
  const event = {
    actor: "command line",
    role: "admin",
    ip: "local",
    requestId: randomUUID(),
    action,
    target,
  };
  const { result } = await runAct(db, {
    event: () => event,
    work: async () => ({ status: 200, result: await work() }),
  });
  return result;
}

const line = ({ username, role: held, without_role, disabled, password }: Account): string =>
  [
    username.padEnd(24),
    (without_role ? "no role" : held).padEnd(10),
    (disabled ? "disabled" : "enabled").padEnd(10),
    { own: "password", one_time: "one-time password", none: "single sign-on" }[password],
  ].join(" ");

const oneTime = (username: string, password: string) => [
  `${username}: one-time password ${password}`,
  `It is shown only once, is valid for ${oneTimeHours / 24} days, and must be changed at the next sign-in.`,
];

async function idOf(db: Database, name: string): Promise<string> {
  const user = await findUser(db, name);
  if (user === undefined) throw new UsageError(`There is no account ${name}. "list" prints all.`);
  return user.id;
}

function roleIn(text: string | undefined) {
  const read = role.safeParse(text);
  if (!read.success) throw new UsageError(`The role must be one of ${roles.join(", ")}.`);
  return read.data;
}

/** How many arguments each command takes. */
const argumentCounts: ReadonlyMap<string, number> = new Map([
  ["list", 0],
  ["add", 2],
  ["reset", 1],
  ["role", 2],
  ["enable", 1],
  ["disable", 1],
]);

/** Throws UsageError with all commands, unless the arguments are one of them with what it takes. Needs no database. */
export function checkAccountCommand([command = "", ...rest]: readonly string[]): void {
  if (argumentCounts.get(command) !== rest.length) throw new UsageError(accountsUsage);
}

/** Runs a command and returns the lines to print. Throws UsageError, or a Problem such as the one for the last admin. */
export async function runAccountCommand(
  db: Database,
  given: readonly string[],
  nowMs: number,
): Promise<string[]> {
  checkAccountCommand(given);
  const [command, name = "", ...rest] = given;
  if (command === "list") return (await listAccounts(db)).map(line);
  const update = async (change: { role?: Account["role"]; disabled?: boolean }) => {
    const id = await idOf(db, name);
    const target = await summarizeUpdate(db, id, change);
    return [line(await audited(db, "updateAccount", target, () => updateAccount(db, id, change, nowMs)))];
  };
  switch (command) {
    case "add": {
      const read = accountCreate.safeParse({ username: name, role: roleIn(rest[0]) });
      if (!read.success) throw new UsageError(`The name ${read.error.issues[0]?.message ?? "is not valid"}.`);
      const target = `${name}: ${read.data.role}`;
      const made = await audited(db, "createAccount", target, () => createAccount(db, read.data, nowMs));
      return oneTime(made.account.username, made.one_time_password);
    }
    case "reset": {
      const { id, username } = await requireUser(db, await idOf(db, name));
      const made = await audited(db, "resetAccount", username, () => resetAccount(db, id, nowMs));
      return oneTime(username, made.one_time_password);
    }
    case "role":
      return await update({ role: roleIn(rest[0]) });
    case "enable":
      return await update({ disabled: false });
    case "disable":
      return await update({ disabled: true });
    default:
      throw new UsageError(accountsUsage);
  }
}
