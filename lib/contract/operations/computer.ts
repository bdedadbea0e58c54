import {
  clickMouse,
  clipboardText,
  clipboardWrite,
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
import { defineOperations } from "../operation.ts";
import { empty, id } from "./parts.ts";

const common = {
  method: "POST",
  params: id,
  errors: [400, 403, 404],
} as const;

/** Mouse, keyboard and screenshot operations of a session. */
export const computerOperations = defineOperations("Browsers", {
  readClipboard: {
    ...common,
    path: "/browsers/{id}/computer/clipboard/read",
    summary: "Read text from the clipboard",
    answers: { 200: { kind: "json", schema: clipboardText } },
  },
  writeClipboard: {
    ...common,
    path: "/browsers/{id}/computer/clipboard/write",
    summary: "Write text to the clipboard",
    body: { kind: "json", schema: clipboardWrite, required: true },
    answers: { 200: empty },
  },
  clickMouse: {
    ...common,
    path: "/browsers/{id}/computer/click_mouse",
    summary: "Press, release or click a mouse button at a position",
    body: { kind: "json", schema: clickMouse, required: true },
    answers: { 200: empty },
  },
  moveMouse: {
    ...common,
    path: "/browsers/{id}/computer/move_mouse",
    summary: "Move the mouse to a position",
    body: { kind: "json", schema: moveMouse, required: true },
    answers: { 200: empty },
  },
  dragMouse: {
    ...common,
    path: "/browsers/{id}/computer/drag_mouse",
    summary: "Drag with a mouse button along a path",
    body: { kind: "json", schema: dragMouse, required: true },
    answers: { 200: empty },
  },
  pressKey: {
    ...common,
    path: "/browsers/{id}/computer/press_key",
    summary: "Press keys or combinations of keys",
    body: { kind: "json", schema: pressKey, required: true },
    answers: { 200: empty },
  },
  scrollMouse: {
    ...common,
    path: "/browsers/{id}/computer/scroll",
    summary: "Turn the mouse wheel at a position",
    body: { kind: "json", schema: scrollMouse, required: true },
    answers: { 200: empty },
  },
  typeText: {
    ...common,
    path: "/browsers/{id}/computer/type",
    summary: "Type text into the focused element",
    body: { kind: "json", schema: typeText, required: true },
    answers: { 200: empty },
  },
  setCursor: {
    ...common,
    path: "/browsers/{id}/computer/cursor",
    summary: "Hide or show the mouse cursor",
    body: { kind: "json", schema: setCursor, required: true },
    answers: { 200: { kind: "json", schema: cursorSet } },
  },
  getMousePosition: {
    ...common,
    path: "/browsers/{id}/computer/get_mouse_position",
    summary: "Get the position of the mouse",
    answers: { 200: { kind: "json", schema: mousePosition } },
  },
  batchComputer: {
    ...common,
    path: "/browsers/{id}/computer/batch",
    summary: "Perform several actions in order, until one fails",
    body: { kind: "json", schema: computerBatch, required: true },
    answers: { 200: empty },
  },
  takeScreenshot: {
    ...common,
    path: "/browsers/{id}/computer/screenshot",
    summary: "Take a screenshot of the active page",
    body: { kind: "json", schema: screenshotRegion, required: false },
    answers: { 200: { kind: "bytes", contentType: "image/png" } },
  },
});
