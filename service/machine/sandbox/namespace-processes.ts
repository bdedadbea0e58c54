// The processes of namespaces, as /proc shows them on this machine.
import { readdirSync, readlinkSync } from "node:fs";
import { type FileHandle, open, readlink } from "node:fs/promises";
import { listProcesses, type ProcessEntry } from "../../kernel/process-tree.ts";
import type { Group } from "./sandbox.ts";

/** Processes in the given namespace, such as `uts:[4026532181]`. */
export const processesIn = (kind: "pid" | "uts", mark: string): Promise<ProcessEntry[]> =>
  listProcesses((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/ns/${kind}`) === mark;
    } catch {
      return false;
    }
  });

/** See `Sandbox.group`; `mark`: the UTS namespace of the launch, such as `uts:[4026532181]`. */
export async function groupOf(hostPid: number, mark: string): Promise<Group> {
  // While it is open its number is not reused for another group.
  let held = await openNamespace(hostPid, mark);
  const members = async () => (held ? await processesIn("uts", mark) : []);
  // The launch step that waits for the program keeps the same input open, so a write would never fail.
  const input = await readlink(`/proc/${hostPid}/fd/0`).catch(() => "");
  return {
    members,
    readsInput: async () => {
      const isOpen = async () => (await members()).some(({ pid }) => openFiles(pid).includes(input));
      // The first look misses an input that is being put aside for a redirection; the second finds it there, or back.
      return (await isOpen()) || (await isOpen());
    },
    release: async () => {
      const last = held;
      held = undefined;
      await last?.close();
    },
  };
}

/** Opens the namespace `mark` of the program that `hostPid` waits for; undefined when that has exited. */
async function openNamespace(hostPid: number, mark: string): Promise<FileHandle | undefined> {
  const all = await listProcesses();
  const inside = all.find(({ parentPid }) => parentPid === hostPid);
  const handle = await open(`/proc/${inside?.pid}/ns/uts`).catch(() => undefined);
  if (handle && (await readlink(`/proc/self/fd/${handle.fd}`).catch(() => "")) === mark) return handle;
  await handle?.close();
  return undefined;
}

/**
 * The targets of a process's file descriptors, such as `socket:[2221527]`. A shell puts its input aside for a redirection,
 * under a higher number, and back: from the highest number down, what is put back meanwhile is seen in one place or the other.
 */
function openFiles(pid: number): string[] {
  const dir = `/proc/${pid}/fd`;
  const target = (number: number) => {
    try {
      return readlinkSync(`${dir}/${number}`);
    } catch {
      // It is closed by now.
      return "";
    }
  };
  try {
    return readdirSync(dir)
      .map(Number)
      .sort((one, other) => other - one)
      .map(target);
  } catch {
    // The process has ended.
    return [];
  }
}
