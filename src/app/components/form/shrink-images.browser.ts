const MAX_SIDE = 1600;
const QUALITY = 0.8;

/** A smaller copy for weak networks; the file itself where the browser cannot draw it. */
export async function shrink(file: File): Promise<File> {
  try {
    const image = await createImageBitmap(file);
    const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", QUALITY),
    );
    return blob && blob.size < file.size
      ? new File([blob], "photo.jpg", { type: "image/jpeg" })
      : file;
  } catch {
    return file;
  }
}

/** Replaces the photos of a field by smaller copies. */
export async function shrinkImages(body: FormData, field: string): Promise<void> {
  // biome-ignore lint/plugin: the browser replaces files before it sends them, and reads no value
  const files = body.getAll(field).filter((each) => each instanceof File && each.size > 0);
  const smaller = await Promise.all(files.map((file) => shrink(file as File)));
  body.delete(field);
  for (const file of smaller) body.append(field, file);
}
