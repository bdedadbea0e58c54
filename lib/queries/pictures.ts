import { mutationOptions } from "@tanstack/react-query";
import { pictureOperations } from "../bff/operations/pictures.ts";
import type { PicturesQuery } from "../bff/pictures.ts";
import { bff } from "./bff.ts";
import { listQuery } from "./operation-query.ts";

const all = ["pictures"] as const;

export const pictureQueries = {
  /** The pictures of a session within a range, both ends included. */
  ofSession: (query: PicturesQuery) => listQuery(all, pictureOperations.listPictures, { query }),
  /** The newest picture of a session. */
  last: (sessionId: string) =>
    listQuery(all, pictureOperations.lastPictures, { query: { session_id: [sessionId] } }),
} as const;

export const pictureMutations = {
  deleteOf: () =>
    mutationOptions({
      mutationFn: ({ sessionId, reason }: { sessionId: string; reason: string }) =>
        bff.act(pictureOperations.deletePictures, { query: { session_id: sessionId } }, { reason }),
      meta: { invalidates: all },
    }),
} as const;
