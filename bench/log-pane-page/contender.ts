// What the page asks of each pane that is measured in it, and what the page offers to the program that measures.

/** A line as the wire brings it. */
export interface WireLine {
  readonly id: number;
  readonly at: string;
  readonly text: string;
}

/** One pane, mounted and empty. */
export interface Contender {
  /** Takes a batch that has just come. */
  take(lines: readonly WireLine[]): void;
  /** Goes to the newest line, for a pane whose following stops short of it. */
  toEnd?(): void;
  /** The element that scrolls. */
  scroller(): HTMLElement;
  /** Opens what text is looked for in and focuses it. */
  openFind(): void;
  /** How many matches it says there are; 0 while it says nothing. */
  matches(): number;
}

/** Times between frames, in milliseconds. */
export interface FrameTimes {
  readonly frames: number;
  readonly p95Ms: number;
  readonly longestMs: number;
}

export interface FollowTimes extends FrameTimes {
  /** Lines sent ÷ the time until the last of them was drawn. */
  readonly linesPerSecond: number;
}

export interface FindTimes extends FrameTimes {
  /** From the input until the first match is said. */
  readonly firstMs: number;
}

export interface BenchPage {
  mount(name: string): Promise<void>;
  /** Adds lines as fast as it can and resolves when the last is drawn. */
  fill(lines: number): Promise<void>;
  /** Makes ready what `follow` sends, so that the making is not measured. */
  prepare(linesPerSecond: number, ms: number): void;
  /** Sends what was made ready, a batch every 100 ms. */
  follow(): Promise<FollowTimes>;
  /** Drags through everything and back, one place per frame. */
  drag(frames: number): Promise<FrameTimes>;
  /** Measures frames until told to stop. */
  watch(): void;
  watched(): FrameTimes;
  openFind(): void;
  /** From the next input on, waits for the first match to be said. */
  awaitMatch(): void;
  found(): Promise<FindTimes>;
  /** Characters of all lines sent so far. */
  chars(): number;
  lastText(): string;
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}
