// Between the pages of one browser.

export interface PageChannel {
  post(message: unknown): void;
  /** Calls `take` for every message of another page. */
  listen(take: (message: unknown) => void): void;
  close(): void;
}

/** Opens the channel of that name. */
export function openChannel(name: string): PageChannel {
  const channel = new BroadcastChannel(name);
  return {
    post: (message) => channel.postMessage(message),
    listen: (take) => {
      channel.onmessage = (event: MessageEvent<unknown>) => take(event.data);
    },
    close: () => channel.close(),
  };
}
