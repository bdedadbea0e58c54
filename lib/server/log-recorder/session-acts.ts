// What a rule does to a browser, once: tried again a few times when it fails.

const mostTries = 3;

export class SessionActs {
  readonly #act: (sessionId: string) => Promise<void>;
  readonly #report: (error: unknown) => void;
  /** By session; `mostTries` once it is done. */
  readonly #tries = new Map<string, number>();
  readonly #givenUp = new Set<string>();

  /** `report`: receives the error of the last try. */
  constructor(act: (sessionId: string) => Promise<void>, report: (error: unknown) => void) {
    this.#act = act;
    this.#report = report;
  }

  /** Acts unless it was done, or was tried often enough. */
  async run(sessionId: string): Promise<void> {
    const tries = this.#tries.get(sessionId) ?? 0;
    if (tries >= mostTries) return;
    this.#tries.set(sessionId, mostTries);
    try {
      await this.#act(sessionId);
    } catch (error) {
      this.#tries.set(sessionId, tries + 1);
      if (tries + 1 < mostTries) return;
      this.#givenUp.add(sessionId);
      this.#report(error);
    }
  }

  /** Whether its last try has failed. */
  isGivenUp(sessionId: string): boolean {
    return this.#givenUp.has(sessionId);
  }

  /** Forgets all browsers but these. */
  retain(sessionIds: ReadonlySet<string>): void {
    for (const id of this.#tries.keys()) {
      if (sessionIds.has(id)) continue;
      this.#tries.delete(id);
      this.#givenUp.delete(id);
    }
  }
}
