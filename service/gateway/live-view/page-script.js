// @ts-check
// The live view in the operator's browser: draws the newest frame, sends input, shows when the session has ended. What it
// shows of an open dialog is in page-dialog.js.
// Both are sent as text, so that neither uses anything of its module.

/** @param {typeof import("./page-dialog.js").dialogPanel} dialogPanel */
export const liveView = (dialogPanel) => {
  const canvas = document.getElementById("screen");
  const keys = document.getElementById("keys");
  const status = document.getElementById("status");
  const mode = document.getElementById("mode");
  const othersLine = document.getElementById("others");
  const pageLine = document.getElementById("page");
  const hint = document.getElementById("hint");
  if (
    !(canvas instanceof HTMLCanvasElement) ||
    !(keys instanceof HTMLTextAreaElement) ||
    !status ||
    !mode ||
    !othersLine ||
    !pageLine ||
    !hint
  )
    return;
  const pen = canvas.getContext("2d");

  let readOnly = true;
  keys.disabled = true;
  let over = false;
  let attempts = 0;
  /** @type {WebSocket | undefined} */
  let socket;

  /** @param {object} message */
  const send = (message) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  const showDialog = dialogPanel({
    keys,
    isReadOnly: () => readOnly,
    answer: (answer) => send({ type: "answer", ...answer }),
  });

  const connect = () => {
    // Relative to the page's own address, which may be that of a relay.
    const address = new URL(`${location.pathname}/socket${location.search}`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(address);
    socket = opened;
    opened.binaryType = "blob";
    opened.onmessage = ({ data }) => {
      if (data instanceof Blob) draw(data);
      else receive(JSON.parse(data));
    };
    opened.onopen = () => {
      attempts = 0;
      status.textContent = "Waiting for the first picture.";
      send({ type: "visible", visible: !document.hidden });
    };
    opened.onclose = () => {
      showDialog(null);
      othersLine.textContent = "";
      if (over) return;
      attempts += 1;
      status.textContent = "The connection was lost. Trying again.";
      setTimeout(connect, Math.min(5000, 250 * 2 ** attempts));
    };
  };

  /** @param {Blob} jpeg */
  const draw = async (jpeg) => {
    try {
      const picture = await createImageBitmap(jpeg);
      if (canvas.width !== picture.width || canvas.height !== picture.height) {
        canvas.width = picture.width;
        canvas.height = picture.height;
      }
      pen?.drawImage(picture, 0, 0);
      picture.close();
      if (!over) status.textContent = "";
    } finally {
      send({ type: "ready" });
    }
  };

  /**
   * @param {{
   *   type: string, readOnly?: boolean, others?: number, url?: string, title?: string, message?: string,
   *   dialog?: import("./viewer-dialogs.ts").DialogNotice | null,
   * }} message
   */
  const receive = (message) => {
    switch (message.type) {
      case "hello":
        readOnly = message.readOnly ?? true;
        mode.textContent = readOnly ? "View only" : "Live";
        hint.textContent = readOnly ? "" : "Shift+Escape leaves the picture";
        keys.disabled = readOnly;
        break;
      case "control":
        othersLine.textContent = othersText(message.others ?? 0);
        break;
      case "page":
        pageLine.textContent = [message.title, message.url].filter(Boolean).join(" — ");
        break;
      case "dialog":
        showDialog(message.dialog ?? null);
        break;
      case "ended":
        over = true;
        readOnly = true;
        keys.disabled = true;
        mode.textContent = "Ended";
        hint.textContent = "";
        showDialog(null);
        status.textContent = message.message ?? "This session has ended.";
        break;
    }
  };

  /** @param {number} others viewers with input besides this one */
  const othersText = (others) => {
    if (others === 0) return "";
    return others === 1 ? "1 other viewer is in control" : `${others} other viewers are in control`;
  };

  /** @param {MouseEvent | KeyboardEvent} event */
  const modifiersOf = (event) =>
    (event.altKey ? 1 : 0) | (event.ctrlKey ? 2 : 0) | (event.metaKey ? 4 : 0) | (event.shiftKey ? 8 : 0);

  /** @param {MouseEvent} event */
  const positionOf = (event) => {
    const box = canvas.getBoundingClientRect();
    /** @param {number} value */
    const within = (value) => Math.min(1, Math.max(0, value));
    return {
      x: within((event.clientX - box.left) / (box.width || 1)),
      y: within((event.clientY - box.top) / (box.height || 1)),
    };
  };

  const buttons = ["left", "middle", "right"];
  let movePending = false;

  /**
   * @param {string} kind
   * @param {PointerEvent} event
   */
  const mouse = (kind, event) =>
    send({
      type: "mouse",
      kind,
      ...positionOf(event),
      button: buttons[event.button] ?? "none",
      buttons: event.buttons & 31,
      clickCount: kind === "mouseMoved" ? 0 : clicks,
      modifiers: modifiersOf(event),
    });

  let clicks = 0;
  let lastDown = { at: 0, x: 0, y: 0, button: -1 };
  canvas.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (readOnly) return;
    keys.focus();
    canvas.setPointerCapture(event.pointerId);
    const near = Math.hypot(event.clientX - lastDown.x, event.clientY - lastDown.y) < 5;
    const again = near && event.button === lastDown.button && event.timeStamp - lastDown.at < 500;
    clicks = again ? Math.min(3, clicks + 1) : 1;
    lastDown = { at: event.timeStamp, x: event.clientX, y: event.clientY, button: event.button };
    mouse("mousePressed", event);
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!readOnly) mouse("mouseReleased", event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (readOnly || movePending) return;
    movePending = true;
    requestAnimationFrame(() => {
      movePending = false;
      mouse("mouseMoved", event);
    });
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener(
    "wheel",
    (event) => {
      if (readOnly) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? canvas.clientHeight : 1;
      /** @param {number} value */
      const bounded = (value) => Math.min(10_000, Math.max(-10_000, value * unit));
      send({
        type: "wheel",
        ...positionOf(event),
        deltaX: bounded(event.deltaX),
        deltaY: bounded(event.deltaY),
        modifiers: modifiersOf(event),
      });
    },
    { passive: false },
  );

  /**
   * @param {"keyDown" | "keyUp"} kind
   * @param {KeyboardEvent} event
   */
  const key = (kind, event) => {
    const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
    const text = event.key === "Enter" ? "\r" : plain && event.key.length === 1 ? event.key : undefined;
    send({
      type: "key",
      kind: kind === "keyDown" && text === undefined ? "rawKeyDown" : kind,
      key: event.key.slice(0, 32),
      code: event.code.slice(0, 32),
      windowsVirtualKeyCode: event.keyCode & 255,
      location: event.location,
      autoRepeat: event.repeat,
      ...(kind === "keyDown" && text !== undefined ? { text } : {}),
      modifiers: modifiersOf(event),
    });
  };
  keys.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "Escape" && event.shiftKey) {
      keys.blur();
      return;
    }
    // The browser's own paste arrives as an input event.
    const pastes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v";
    if (pastes) return;
    event.preventDefault();
    key("keyDown", event);
  });
  keys.addEventListener("keyup", (event) => {
    if (!event.isComposing) key("keyUp", event);
  });
  // Text without key events: input methods, dictation, paste.
  keys.addEventListener("input", (event) => {
    if (event instanceof InputEvent && event.isComposing) return;
    flushText();
  });
  keys.addEventListener("compositionend", () => flushText());
  const flushText = () => {
    const text = keys.value.slice(0, 10_000);
    keys.value = "";
    if (text !== "") send({ type: "text", text });
  };
  document.addEventListener("visibilitychange", () => send({ type: "visible", visible: !document.hidden }));

  connect();
};
