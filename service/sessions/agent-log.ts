// Writes the log lines of one running invocation to a log file on every session of the invocation.
import { constants } from "node:fs";
import { join } from "node:path";
import { LineRing } from "../kernel/line-ring.ts";
import { type LoggedLine, limitReached, missingLines } from "../kernel/log-lines.ts";
import { openWithoutSymlinks } from "../machine/open-without-symlinks.ts";
import { unknownSession } from "./live-sessions.ts";
import type { Session } from "./session.ts";

export interface LoggedSession {
  /** Identifies its present holder, which is the invocation. */
  lease: string;
  /** Appends lines to the holder's log file. Rejects when the session is gone, or has another holder by then. */
  append: (lines: readonly LoggedLine[]) => Promise<void>;
}

export interface AgentLogDeps {
  sessions: () => readonly LoggedSession[];
}

/** Limit of the unwritten text of one file; a line in the file has the number of those beyond it. */
const maxQueueChars = 4_000_000;

/** Unwritten lines for one holder. */
interface Queue {
  lines: LoggedLine[];
  chars: number;
  /** Lines after `lines` that were dropped, and the time of the last one. */
  dropped: number;
  droppedUntil: string;
}

const newQueue = (): Queue => ({ lines: [], chars: 0, dropped: 0, droppedUntil: "" });

/** Writes in the background. Lines that cannot be written are counted before the next ones that can, if ever any can: the
 *  session may have ended. */
export class AgentLog {
  /** The last lines, for sessions that join later. */
  readonly #ring = new LineRing();
  readonly #deps: AgentLogDeps;
  /** The leases of those that have had lines. */
  readonly #started = new Set<string>();
  /** By lease, of those that are being written. */
  readonly #queues = new Map<string, Queue>();
  /** By lease: how many of its lines could not be written since the last that could, and the time of the last of them. */
  readonly #unwritten = new Map<string, { count: number; until: string }>();

  constructor(deps: AgentLogDeps) {
    this.#deps = deps;
  }

  /**
   * Adds lines. A session that joined after the last call, or was given back and acquired again, gets the earlier lines first,
   * as far as they are available.
   */
  add(lines: readonly LoggedLine[]): void {
    this.#ring.add(lines);
    for (const session of this.#deps.sessions()) {
      const isNew = !this.#started.has(session.lease);
      this.#started.add(session.lease);
      this.#queue(session, isNew ? this.#ring.lines() : lines);
    }
  }

  #queue(session: LoggedSession, lines: readonly LoggedLine[]): void {
    const known = this.#queues.get(session.lease);
    const queue = known ?? newQueue();
    if (queue.chars > maxQueueChars) {
      queue.dropped += lines.length;
      queue.droppedUntil = lines.at(-1)?.at ?? queue.droppedUntil;
    } else
      for (const line of lines) {
        queue.lines.push(line);
        queue.chars += line.text.length;
      }
    if (known !== undefined) return;
    this.#queues.set(session.lease, queue);
    void this.#write(session, queue);
  }

  async #write({ lease, append }: LoggedSession, queue: Queue): Promise<void> {
    while (queue.lines.length > 0) {
      const { lines, dropped, droppedUntil } = queue;
      Object.assign(queue, newQueue());
      const cause = "they came faster than they could be written";
      const unwritten = this.#unwritten.get(lease);
      const before = unwritten
        ? [missingLines(unwritten.until, unwritten.count, "they could not be written")]
        : [];
      const after = dropped > 0 ? [missingLines(droppedUntil, dropped, cause)] : [];
      try {
        await append([...before, ...lines, ...after]);
        this.#unwritten.delete(lease);
      } catch {
        const until = dropped > 0 ? droppedUntil : (lines.at(-1)?.at ?? "");
        this.#unwritten.set(lease, { count: (unwritten?.count ?? 0) + lines.length + dropped, until });
      }
    }
    this.#queues.delete(lease);
  }
}

const textOf = (lines: readonly LoggedLine[]) => lines.map((line) => `${formatLogLine(line)}\n`).join("");

/** The format of log files: time to the millisecond, a space, the text. */
const formatLogLine = ({ at, text }: LoggedLine): string => `${at.slice(0, 23)}Z ${text}`;

/** The file in each session's log folder to which the lines of its invocation are written. */
const agentLog = "agent.log";

/** A session as its present holder writes to it. */
export function loggedSession(session: Pick<Session, "id" | "lease" | "instance">): LoggedSession {
  const { id, lease, instance } = session;
  const append = appendingTo(join(instance.paths.appLogs, agentLog));
  return {
    lease,
    async append(lines) {
      if (session.lease !== lease) throw unknownSession(id);
      await append(lines);
    },
  };
}

/** As of the log of an invocation. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Appends to this file, by its real path; its folder exists as long as its session does. Nothing more is written once it has
 * 16 MB, which its last line says.
 */
export const appendingTo =
  (file: string): LoggedSession["append"] =>
  async (lines) => {
    const handle = await openWithoutSymlinks(
      file,
      constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
      0o600,
    );
    try {
      const { size } = await handle.stat();
      if (size >= maxBytes) return;
      const text = textOf(lines);
      const at = lines.at(-1)?.at;
      const isLast = at !== undefined && size + Buffer.byteLength(text) >= maxBytes;
      await handle.appendFile(isLast ? text + textOf([{ at, text: limitReached("16 MB") }]) : text);
    } finally {
      await handle.close();
    }
  };
