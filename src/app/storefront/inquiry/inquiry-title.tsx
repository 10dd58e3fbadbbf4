/** 'Contact Us for Purchase - {product name}' (specification 2), whose dash begins no line. */
export function InquiryTitle({ productName }: { productName: string }) {
  return (
    <>
      Contact Us for <span className="whitespace-nowrap">Purchase -</span> {productName}
    </>
  );
}
