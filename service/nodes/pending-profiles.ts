// The states of profiles that a node has to have stored: on its disk until a service has stored them, so that none is lost
// while no service answers or with the node's process.
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { ProfileState } from "../chromium/profile-state.ts";
import { type Clock, within } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import { Problem } from "../kernel/problem.ts";
import { SerialQueue } from "../kernel/serial-queue.ts";
import { StateFiles } from "../kernel/state-files.ts";
import type { SessionProfile } from "../sessions/session.ts";
import { type SavedProfileMessage, savedProfileMessage } from "./node-protocol.ts";

export interface PendingProfilesOptions {
  /** Their folder, made when it is needed. */
  dir: string;
  /** Has the service that works store a state. Throws while that is not possible. */
  send: (profileId: string, saved: SavedProfileMessage) => Promise<void>;
  /** Between attempts. */
  retryMs: number;
  /** How long `save` waits for a service, and how long when the node stops. */
  waitMs: number;
  stopWaitMs: number;
  clock: Pick<Clock, "nowMs">;
  warn: (message: string) => void;
}

/** A profile with a state on disk. */
interface Pending {
  /** Counts the states that were written. */
  writes: number;
  /** Resolves when none is left. */
  sent: Promise<void>;
  /** Why the last attempt failed. */
  failure: string;
}

/** A file: what is sent, with when the state was read instead of how long ago. The version before has written the state alone. */
const savedFile = savedProfileMessage.omit({ ageMs: true }).extend({ takenMs: z.number().exactOptional() });
type SavedFile = z.infer<typeof savedFile>;

/** By the state, or by a newer one of another session: it would not be stored the next time either. */
const isRefused = (error: unknown): error is Problem =>
  error instanceof Problem && [400, 409, 413].includes(error.status);

export class PendingProfiles {
  readonly #options: PendingProfilesOptions;
  /** By profile. */
  readonly #pending = new Map<string, Pending>();
  readonly #stopping = Promise.withResolvers<void>();
  #isStopping = false;
  #files: StateFiles | undefined;
  readonly #turns = new SerialQueue();

  constructor(options: PendingProfilesOptions) {
    this.#options = options;
  }

  /** Has what an earlier run of the node has left stored. Resolves before it is. */
  async resume(): Promise<void> {
    await this.#inTurn(async (files) => {
      for (const id of await files.ids()) this.#begin(files, id);
    });
  }

  /**
   * Resolves when a service has stored the state that was just read from a session's browser, or when it is on disk but no
   * service has stored it for a while. It is sent until one does, or has a newer one.
   */
  async save(profile: Pick<SessionProfile, "id" | "stateTakenAt">, state: ProfileState): Promise<void> {
    const { waitMs, stopWaitMs, clock, warn } = this.#options;
    const { id: profileId, stateTakenAt: basedOn } = profile;
    const saved: SavedFile = { ...state, takenMs: clock.nowMs(), ...(basedOn ? { basedOn } : {}) };
    await this.#inTurn(async (files) => {
      await files.write(profileId, JSON.stringify(saved));
      this.#begin(files, profileId);
    });
    const pending = this.#pending.get(profileId);
    if (pending === undefined) return;
    let isSent = false;
    const sent = pending.sent.then(() => {
      isSent = true;
    });
    await within(waitMs, Promise.race([sent, this.#stopping.promise]));
    if (!isSent && this.#isStopping) await within(stopWaitMs, sent);
    if (isSent) return;
    warn(
      `the state of profile ${profileId} waits on the disk of this node until a service stores it: ${pending.failure}`,
    );
  }

  /** From now on `save` does not wait long. */
  stop(): void {
    this.#isStopping = true;
    this.#stopping.resolve();
  }

  /** Acts on the files one after the other, so that none is removed while a newer state takes its place. */
  async #inTurn<Result>(act: (files: StateFiles) => Promise<Result>): Promise<Result> {
    return await this.#turns.take(async () => {
      this.#files ??= await StateFiles.open(this.#options.dir);
      return await act(this.#files);
    });
  }

  /** Call it in turn, when there is a state on disk. */
  #begin(files: StateFiles, id: string): void {
    const known = this.#pending.get(id);
    if (known !== undefined) {
      known.writes += 1;
      return;
    }
    const pending = { writes: 1, sent: Promise.resolve(), failure: "none has answered yet" };
    this.#pending.set(id, pending);
    pending.sent = this.#send(files, id, pending);
  }

  async #send(files: StateFiles, id: string, pending: Pending): Promise<void> {
    while (!(await this.#attempt(files, id, pending)))
      await setTimeout(this.#options.retryMs, undefined, { ref: false });
  }

  /** Whether no state is left. */
  async #attempt(files: StateFiles, id: string, pending: Pending): Promise<boolean> {
    const { writes } = pending;
    try {
      await this.#sendFile(files, id);
      return await this.#inTurn(async () => {
        if (pending.writes > writes) return false;
        await files.remove(id);
        this.#pending.delete(id);
        return true;
      });
    } catch (error) {
      pending.failure = messageOf(error);
      return false;
    }
  }

  async #sendFile(files: StateFiles, id: string): Promise<void> {
    const { send, clock, warn } = this.#options;
    const file = await files.read(id);
    if (file === undefined) return;
    const text = await file.readFile("utf8").finally(async () => await file.close());
    const { takenMs, ...saved } = savedFile.parse(JSON.parse(text));
    const age = takenMs === undefined ? {} : { ageMs: Math.max(0, clock.nowMs() - takenMs) };
    try {
      await send(id, { ...saved, ...age });
    } catch (error) {
      if (!isRefused(error)) throw error;
      warn(`the state of profile ${id} is not stored: ${error.message}`);
    }
  }
}
