import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import {
  annotation,
  annotationCreate,
  timeline,
  timelineExport,
  timelineExported,
  timelineQuery,
} from "../timeline.ts";

export const timelineOperations = defineOperations("Apps", {
  readTimeline: {
    method: "GET",
    path: "/history/timeline",
    summary: "Everything recorded of a stretch of time, lane by lane, each bounded",
    query: timelineQuery,
    answers: { 200: { kind: "json", schema: timeline } },
    errors: [400],
  },
  exportTimeline: {
    method: "POST",
    path: "/history/timeline/export",
    summary: "The same with what must not leave the dashboard taken out",
    body: { kind: "json", schema: timelineExport, required: true },
    answers: { 200: { kind: "json", schema: timelineExported } },
    errors: [400],
  },
  createAnnotation: {
    method: "POST",
    path: "/annotations",
    summary: "Mark a moment with a note that everyone sees",
    body: { kind: "json", schema: annotationCreate, required: true },
    answers: { 201: { kind: "json", schema: annotation } },
    errors: [400, 409],
  },
  deleteAnnotation: {
    method: "DELETE",
    path: "/annotations/{id}",
    summary: "Take a mark of one's own back",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    answers: { 204: { kind: "empty" } },
    errors: [403, 404],
  },
});
