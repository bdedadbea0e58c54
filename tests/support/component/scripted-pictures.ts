// Pictures as the dashboard has them: real PNG files, made here, and what is said of them.
import { onTestFinished, vi } from "vitest";
import { pictureOperations } from "@/lib/bff/operations/pictures";
import { type Picture, pictureAddress } from "@/lib/bff/pictures";
import type { ScriptedBff } from "./scripted-bff.ts";

const size = { width: 320, height: 200 } as const;

async function pngOf(text: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.fillStyle = "white";
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = "black";
  context.font = "32px sans-serif";
  context.fillText(text, 20, 60);
  return await canvas.convertToBlob({ type: "image/png" });
}

/**
 * Makes pictures of a session, oldest first. Until the test ends their addresses lead to the files made here; a picture
 * whose `url` is "deleted" has none.
 */
export async function makePictures(
  given: readonly (Pick<Picture, "at_ms"> & Partial<Picture>)[],
): Promise<Picture[]> {
  const pictures = given.map(
    (each, at): Picture => ({
      id: `picture-${at}`,
      session_id: "session-one",
      reason: "change",
      bytes: 1_000,
      ...size,
      url: `https://shop.example/page-${at}`,
      ...each,
    }),
  );
  const files = new Map<string, string>();
  for (const { id, url } of pictures)
    files.set(id, url === "deleted" ? "data:image/png;base64,AAAA" : URL.createObjectURL(await pngOf(url)));
  vi.mocked(pictureAddress).mockImplementation((id) => files.get(id) ?? "");
  onTestFinished(() => {
    vi.mocked(pictureAddress).mockReset();
    for (const url of files.values()) URL.revokeObjectURL(url);
  });
  return pictures;
}

/** Lists the pictures, by session and range. */
export const listPictures = (bff: ScriptedBff, pictures: readonly Picture[]): ScriptedBff =>
  bff.on(pictureOperations.listPictures, ({ query }) =>
    Response.json(
      pictures.filter(
        ({ session_id: id, at_ms: atMs }) =>
          id === query.get("session_id") &&
          atMs >= Number(query.get("from_ms") ?? 0) &&
          atMs <= Number(query.get("to_ms") ?? Number.POSITIVE_INFINITY),
      ),
    ),
  );
