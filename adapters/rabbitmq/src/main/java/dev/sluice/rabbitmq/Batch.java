package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import java.util.BitSet;

/// Messages that [Publisher] sends together, under its lock.
final class Batch {

    /// Bit i stands for the message with the broker's number `first + i` while it is not confirmed.
    final BitSet open = new BitSet();

    long first;

    /// Set by the thread that writes, read by the alarm.
    volatile Channel channel;

    volatile boolean written;

    /// Why it has failed, if it has. The first reason stays.
    volatile String failure;

    void fail(String why) {
        if (failure == null) failure = why;
    }

    void confirm(long tag, boolean multiple) {
        int at = Math.toIntExact(tag - first);
        if (multiple) open.clear(0, at + 1);
        else open.clear(at);
    }
}
