import * as z from "zod/mini";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import {
  annotation,
  annotationCreate,
  timeline,
  timelineExport,
  timelineExported,
  timelineQuery,
} from "../timeline.ts";

export const timelineOperations = {
  readTimeline: defineOperation({
    id: "readTimeline",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/history/timeline",
    summary: "Everything recorded of a stretch of time, lane by lane, each bounded",
    params: none,
    query: timelineQuery,
    answers: { 200: { kind: "json", schema: timeline } },
    errors: [400],
  }),
  exportTimeline: defineOperation({
    id: "exportTimeline",
    tag: "Apps",
    shown: false,
    method: "POST",
    path: "/history/timeline/export",
    summary: "The same with what must not leave the dashboard taken out",
    params: none,
    query: none,
    body: { kind: "json", schema: timelineExport, required: true },
    answers: { 200: { kind: "json", schema: timelineExported } },
    errors: [400],
  }),
  createAnnotation: defineOperation({
    id: "createAnnotation",
    tag: "Apps",
    shown: false,
    method: "POST",
    path: "/annotations",
    summary: "Mark a moment with a note that everyone sees",
    params: none,
    query: none,
    body: { kind: "json", schema: annotationCreate, required: true },
    answers: { 201: { kind: "json", schema: annotation } },
    errors: [400, 409],
  }),
  deleteAnnotation: defineOperation({
    id: "deleteAnnotation",
    tag: "Apps",
    shown: false,
    method: "DELETE",
    path: "/annotations/{id}",
    summary: "Take a mark of one's own back",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    query: none,
    answers: { 204: { kind: "empty" } },
    errors: [403, 404],
  }),
} satisfies Record<string, Operation>;
