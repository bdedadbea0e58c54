import {
  clickMouse,
  computerBatch,
  cursorSet,
  dragMouse,
  mousePosition,
  moveMouse,
  pressKey,
  screenshotRegion,
  scrollMouse,
  setCursor,
  typeText,
} from "../computer.ts";
import { defineOperation, type Operation } from "../operation.ts";
import { empty, id, none } from "./parts.ts";

const common = {
  tag: "Browsers",
  shown: false,
  method: "POST",
  params: id,
  query: none,
  errors: [400, 403, 404],
} as const;

/** Mouse, keyboard and screenshot operations of a session. */
export const computerOperations = {
  clickMouse: defineOperation({
    ...common,
    id: "clickMouse",
    path: "/browsers/{id}/computer/click_mouse",
    summary: "Press, release or click a mouse button at a place",
    body: { kind: "json", schema: clickMouse, required: true },
    answers: { 200: empty },
  }),
  moveMouse: defineOperation({
    ...common,
    id: "moveMouse",
    path: "/browsers/{id}/computer/move_mouse",
    summary: "Move the mouse to a place",
    body: { kind: "json", schema: moveMouse, required: true },
    answers: { 200: empty },
  }),
  dragMouse: defineOperation({
    ...common,
    id: "dragMouse",
    path: "/browsers/{id}/computer/drag_mouse",
    summary: "Drag with a mouse button along a path",
    body: { kind: "json", schema: dragMouse, required: true },
    answers: { 200: empty },
  }),
  pressKey: defineOperation({
    ...common,
    id: "pressKey",
    path: "/browsers/{id}/computer/press_key",
    summary: "Press keys or combinations of keys",
    body: { kind: "json", schema: pressKey, required: true },
    answers: { 200: empty },
  }),
  scrollMouse: defineOperation({
    ...common,
    id: "scrollMouse",
    path: "/browsers/{id}/computer/scroll",
    summary: "Turn the mouse wheel at a place",
    body: { kind: "json", schema: scrollMouse, required: true },
    answers: { 200: empty },
  }),
  typeText: defineOperation({
    ...common,
    id: "typeText",
    path: "/browsers/{id}/computer/type",
    summary: "Type text where the focus is",
    body: { kind: "json", schema: typeText, required: true },
    answers: { 200: empty },
  }),
  setCursor: defineOperation({
    ...common,
    id: "setCursor",
    path: "/browsers/{id}/computer/cursor",
    summary: "Hide or show the mouse cursor",
    body: { kind: "json", schema: setCursor, required: true },
    answers: { 200: { kind: "json", schema: cursorSet } },
  }),
  getMousePosition: defineOperation({
    ...common,
    id: "getMousePosition",
    path: "/browsers/{id}/computer/get_mouse_position",
    summary: "Tell where the mouse is",
    answers: { 200: { kind: "json", schema: mousePosition } },
  }),
  batchComputer: defineOperation({
    ...common,
    id: "batchComputer",
    path: "/browsers/{id}/computer/batch",
    summary: "Do several things in order, as far as the first that fails",
    body: { kind: "json", schema: computerBatch, required: true },
    answers: { 200: empty },
  }),
  takeScreenshot: defineOperation({
    ...common,
    id: "takeScreenshot",
    path: "/browsers/{id}/computer/screenshot",
    summary: "Take a picture of the page in front",
    body: { kind: "json", schema: screenshotRegion, required: false },
    answers: { 200: { kind: "bytes", contentType: "image/png" } },
  }),
} satisfies Record<string, Operation>;
