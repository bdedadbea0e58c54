// Names of users and groups as numbers, by this machine's own lists.
import { readFile } from "node:fs/promises";
import { serviceUser } from "./instance.ts";
import { BadInstancePath } from "./paths.ts";

const lists = { user: "/etc/passwd", group: "/etc/group" } as const;

/** The number of a user or group given by name or number. Throws BadInstancePath when there is none such. */
export async function ownerId(kind: "user" | "group", given: string): Promise<number> {
  if (/^\d{1,10}$/.test(given)) {
    const id = Number(given);
    if (id < 2 ** 32 - 1) return id;
  }
  if (given === serviceUser) return (kind === "user" ? process.getuid?.() : process.getgid?.()) ?? 0;
  const list = await readFile(lists[kind], "utf8");
  for (const line of list.split("\n")) {
    const [name, , id] = line.split(":");
    if (name === given && id !== undefined) return Number(id);
  }
  throw new BadInstancePath(`there is no ${kind} ${given.slice(0, 80)} in this instance`);
}
