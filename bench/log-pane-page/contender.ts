// Two interfaces: of a pane that is measured, and of the page that holds it, which the measuring program calls.

/** A line as the live stream delivers it. */
export interface WireLine {
  readonly id: number;
  readonly at: string;
  readonly text: string;
}

/** One pane, mounted and empty. */
export interface Contender {
  /** Appends a batch. */
  take(lines: readonly WireLine[]): void;
  /** The element that scrolls. */
  scroller(): HTMLElement;
  /** Opens the search field and focuses it. */
  openFind(): void;
  /** The number of matches shown; 0 while none is shown. */
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
  /** From the input until the first match is shown. */
  readonly firstMs: number;
}

export interface BenchPage {
  mount(name: string): Promise<void>;
  /** Adds lines as fast as possible; resolves when the last is drawn. */
  fill(lines: number): Promise<void>;
  /** Builds the batches that `follow` sends, so that building them is not measured. */
  prepare(linesPerSecond: number, ms: number): void;
  /** Sends the prepared batches, one every 100 ms; resolves when the last is drawn. */
  send(): Promise<void>;
  /** Sends them and measures frames meanwhile. */
  follow(): Promise<FollowTimes>;
  /** Scrolls from the end to the top and back, one position per frame. */
  drag(frames: number): Promise<FrameTimes>;
  /** Measures frames until `endMeter`. */
  startMeter(): void;
  endMeter(): FrameTimes;
  openFind(): void;
  /** Times the first match from the next input on; `found` resolves with it. */
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
