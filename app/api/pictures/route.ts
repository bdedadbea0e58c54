import { ownOperations } from "@/lib/bff/operations/operations";
import { defineRoute } from "@/lib/server/http/define-route";
import { havingPictures, listPictures } from "@/lib/server/pictures/picture-reads";
import { deleteSessionPictures } from "@/lib/server/pictures/picture-writes";

export const GET = defineRoute(ownOperations.listPictures, {
  answer: ({ input: { query }, db }) => listPictures(db, query.session_id, query),
  opens: ({ query }, db) => havingPictures(db, [query.session_id]),
});

export const DELETE = defineRoute(ownOperations.deletePictures, {
  answer: ({ input: { query }, db }) => deleteSessionPictures(db, query.session_id),
  audit: { target: ({ query }) => query.session_id },
});
