/** Storage for pane sizes. If local storage is blocked, sizes last until the page unloads. */
export const paneSizeStorage: Pick<Storage, "getItem" | "setItem"> = {
  getItem(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Storage is blocked.
    }
  },
};
