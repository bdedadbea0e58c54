/** Where splits keep their sizes. Storage may be refused: sizes then last for this page only. */
export const keptSizes: Pick<Storage, "getItem" | "setItem"> = {
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
      // See above.
    }
  },
};
