/** Whether the browser asks before it leaves the page. */
export const warnsBeforeUnload = (): boolean =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
