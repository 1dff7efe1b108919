package dev.sluice.server.payment;

import dev.sluice.id.PaymentId;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Money;
import dev.sluice.server.http.Call;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.JsonOut;
import java.time.Instant;
import java.util.Optional;

/// What a provider says about a payment, read from and written as the body of its callback.
///
/// @param payment the payment's id as it was sent, not looked up yet
/// @param reference by which the provider knows the money, if it says so
record Notice(String payment, Result result, Money amount, Optional<String> reference) {

    enum Result {
        PAID,
        REFUSED
    }

    private static final int ID_MAX = 64;
    private static final long AMOUNT_MAX = 100_000_000_000_000L;

    static Notice of(Call call) {
        var body = call.body("paymentId", "result", "amount", "at", "reference");
        var payment = body.text("paymentId", 1, ID_MAX);
        if (!Call.isIdLike(payment)) throw body.invalid("paymentId", Flaw.NOT_ID);
        var result =
                switch (body.text("result", 1, 20)) {
                    case "PAID" -> Result.PAID;
                    case "REFUSED" -> Result.REFUSED;
                    default -> throw body.invalid("result", Flaw.NOT_ONE_OF, "PAID, REFUSED");
                };
        body.instant("at");
        var amount = amount(body.object("amount", "amount", "currency"));
        var reference = body.optionalText("reference", 1, Deposit.REFERENCE_MAX);
        return new Notice(payment, result, amount, reference);
    }

    /// A sum may be larger than any price.
    private static Money amount(Fields sum) {
        var currency = sum.text("currency", 1, 16);
        if (currency.length() != 3) throw sum.invalid("currency", Flaw.NOT_CURRENCY);
        return new Money(sum.integer("amount", 0, AMOUNT_MAX), currency);
    }

    static byte[] body(PaymentId payment, Result result, Money amount, Instant at) {
        return JsonOut.object(out -> {
            out.text("paymentId", payment).text("result", result);
            out.money("amount", amount).instant("at", at);
        });
    }
}
