import { Link } from "react-router";
import { Notice } from "#ui/notice.tsx";

type Props = {
  /** A proposed change waits for the customer. */
  isWaiting: boolean;
  /** The last proposed change ended without a response. */
  isExpired: boolean;
  className: string;
};

/** Says what became of a change that the atelier, or the person a garment is for, has proposed. */
export function ProposalNotices({ className, isExpired, isWaiting }: Props) {
  return (
    <>
      {isWaiting && (
        <Notice kind="warning" title="A change is proposed" className={className}>
          Our email has a private link to it. Until you approve it, everything stays as agreed.
        </Notice>
      )}
      {isExpired && (
        <Notice kind="info" title="A proposed change has ended" className={className}>
          It was not answered in time, so your piece is made as agreed before. If you would like the
          change,{" "}
          <Link to="/contact" className="link">
            write to us
          </Link>{" "}
          and the atelier proposes it again.
        </Notice>
      )}
    </>
  );
}
