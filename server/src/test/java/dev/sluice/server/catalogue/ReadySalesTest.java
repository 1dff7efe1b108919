package dev.sluice.server.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.sluice.board.SaleBoard;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.ApiTest;
import dev.sluice.server.Stage;
import dev.sluice.server.http.ReadyReply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// The answers by themselves, under readers that race with changes.
class ReadySalesTest extends ApiTest {

    @Test
    void an_answer_is_written_once_for_all_who_ask() {
        var sale = new Stage(sluice, clock).sale(Duration.ofHours(1), ChallengeKind.NONE);
        var ready = new ReadySales(sluice.engine().sales(), clock);
        var id = sale.id().toString();

        assertSame(ready.findSale(id), ready.findSale(id));
        assertSame(ready.first(Optional.empty()), ready.readyFirst(Optional.empty()));
    }

    @Test
    void whoever_looks_after_a_change_sees_it_whatever_others_are_reading()
            throws InterruptedException {
        var sale = new Stage(sluice, clock).sale(Duration.ZERO, ChallengeKind.NONE);
        var offer = sale.offers().getFirst().id();
        // A board of its own, since the engine's heals marks that are not true.
        var board = new SaleBoard(clock);
        board.put(sluice.engine().sales().find(sale.id()).orElseThrow());
        var ready = new ReadySales(board, clock);
        var id = sale.id().toString();
        var stop = new AtomicBoolean();
        var readers = new ArrayList<Thread>();
        for (int i = 0; i < 3; i++) {
            readers.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                while (!stop.get()) {
                                    ready.findSale(id);
                                    ready.first(Optional.empty());
                                }
                            }));
        }
        for (int i = 0; i < 2_000; i++) {
            boolean soldOut = i % 2 == 0;
            board.mark(offer, soldOut);

            assertEquals(soldOut, text(ready.findSale(id)).contains("SOLD_OUT"), "turn " + i);
            var list = text(ready.first(Optional.empty()));
            assertEquals(soldOut, list.contains("SOLD_OUT"), "turn " + i);
        }
        stop.set(true);
        for (var reader : readers) reader.join();
    }

    private static String text(ReadyReply answer) {
        return new String(answer.full().body(), StandardCharsets.UTF_8);
    }
}
