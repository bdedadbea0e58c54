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
    summary: "Get everything recorded in a time range, by lane; each lane is bounded",
    query: timelineQuery,
    answers: { 200: { kind: "json", schema: timeline } },
    errors: [400],
  },
  exportTimeline: {
    method: "POST",
    path: "/history/timeline/export",
    summary: "Export the timeline of a range, without payloads, outputs and credentials",
    body: { kind: "json", schema: timelineExport, required: true },
    answers: { 200: { kind: "json", schema: timelineExported } },
    errors: [400],
  },
  createAnnotation: {
    method: "POST",
    path: "/annotations",
    summary: "Add a mark: a time with a note that everyone sees",
    body: { kind: "json", schema: annotationCreate, required: true },
    answers: { 201: { kind: "json", schema: annotation } },
    errors: [400, 409],
  },
  deleteAnnotation: {
    method: "DELETE",
    path: "/annotations/{id}",
    summary: "Delete a mark that you added",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    answers: { 204: { kind: "empty" } },
    errors: [403, 404],
  },
});
