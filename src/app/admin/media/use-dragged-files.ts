import { useEffect, useState } from "react";

/** Whether files are dragged over the window, so that the place to drop them can show itself. */
export function useDraggedFiles() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const turn = (event: DragEvent, by: number) => {
      if (!isFiles(event)) return;
      depth = Math.max(0, depth + by);
      setOver(depth > 0);
    };
    const enter = (event: DragEvent) => turn(event, 1);
    const leave = (event: DragEvent) => turn(event, -1);
    // A file that misses the place would otherwise open in the window, and everything typed would be gone.
    const keep = (event: DragEvent) => isFiles(event) && event.preventDefault();
    const end = (event: DragEvent) => {
      keep(event);
      depth = 0;
      setOver(false);
    };
    const listeners = { dragenter: enter, dragleave: leave, dragover: keep, drop: end };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name as "drop", listener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name as "drop", listener);
      }
    };
  }, []);
  return over;
}
