import sharp from "sharp";

type FilePayload = { name: string; mimeType: string; buffer: Buffer };

/** Several upload chunks. */
export async function photograph(name: string, side = 900): Promise<FilePayload> {
  const noise = { type: "gaussian", mean: 150, sigma: 60 } as const;
  const buffer = await sharp({
    create: { width: side, height: side, channels: 3, background: "#f1ece2", noise },
  })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}
