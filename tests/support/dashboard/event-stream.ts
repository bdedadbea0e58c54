// Reads a server-sent event stream as clients of the API do: one JSON object per data line.
import { z } from "zod";

const item = z.looseObject({ event: z.string() });
export type StreamItem = z.infer<typeof item>;

/** The items of a stream in order, as they come. */
export async function* itemsOf(answer: Response): AsyncGenerator<StreamItem, void> {
  if (!answer.body) throw new Error("the answer has no body");
  let text = "";
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const events = (text + chunk).split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      if (event.startsWith("data: ")) yield item.parse(JSON.parse(event.slice("data: ".length)));
    }
  }
}

/** All items of a stream that ends by itself. */
export async function readAllItems(answer: Response): Promise<StreamItem[]> {
  const all: StreamItem[] = [];
  for await (const item of itemsOf(answer)) all.push(item);
  return all;
}
